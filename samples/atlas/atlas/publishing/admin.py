from django.contrib import admin

from .models import Edition, Manuscript, Review


class ReviewInline(admin.StackedInline):
    model = Review
    extra = 0


@admin.register(Manuscript)
class ManuscriptAdmin(admin.ModelAdmin):
    list_display = ["title", "stage", "updated_at"]
    list_filter = ["stage"]
    filter_horizontal = ["authors"]
    inlines = [ReviewInline]


@admin.register(Edition)
class EditionAdmin(admin.ModelAdmin):
    list_display = ["manuscript", "number", "print_run", "printed_on"]
