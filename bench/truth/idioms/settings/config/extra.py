EXTRA_MODELS = ['Alpha', 'Beta']
TABLE_PREFIX = 'zz_'
