from django.contrib import admin

from .models import CatalogueCard


@admin.register(CatalogueCard)
class CatalogueCardAdmin(admin.ModelAdmin):
    list_display = ["drawer", "card_no", "heading"]
    search_fields = ["heading"]
