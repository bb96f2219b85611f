from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "atlas.people"
    verbose_name = "People"
