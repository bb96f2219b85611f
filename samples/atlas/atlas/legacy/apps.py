from django.apps import AppConfig


class LegacyConfig(AppConfig):
    name = "atlas.legacy"
    label = "cards"
    verbose_name = "Card index (until 2004)"
