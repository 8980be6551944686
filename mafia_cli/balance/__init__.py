"""Simulated games on the product's own rules: how fair a composition is. No rule stands here."""
