from django.contrib import admin

from .models import Book, Contribution, Contributor, Copy, MapSheet, Subject


class ContributionInline(admin.TabularInline):
    model = Contribution
    fk_name = "item"
    extra = 0


@admin.register(Book, MapSheet)
class ItemAdmin(admin.ModelAdmin):
    list_display = ["title", "shelfmark", "year", "language"]
    search_fields = ["title", "shelfmark"]
    filter_horizontal = ["subjects"]
    inlines = [ContributionInline]


@admin.register(Copy)
class CopyAdmin(admin.ModelAdmin):
    list_display = ["barcode", "item", "condition", "acquired_on", "withdrawn_on"]
    list_filter = ["condition"]


admin.site.register([Contributor, Subject])
