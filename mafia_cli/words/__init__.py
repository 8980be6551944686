"""All wording, Russian and English: catalogues in ``ru/`` and ``en/``, and the functions that make texts of facts."""
