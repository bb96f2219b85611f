from django.contrib import admin

from .models import Note, Place


@admin.register(Place)
class PlaceAdmin(admin.ModelAdmin):
    list_display = ["name", "kind", "parent"]
    list_filter = ["kind"]
    prepopulated_fields = {"slug": ["name"]}


@admin.register(Note)
class NoteAdmin(admin.ModelAdmin):
    list_display = ["text", "author", "created_at"]
