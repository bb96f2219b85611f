from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from .models import Membership, Reader, Team, User

admin.site.register(User, UserAdmin)


@admin.register(Reader)
class ReaderAdmin(admin.ModelAdmin):
    list_display = ["card_number", "user", "home", "barred"]
    list_filter = ["barred"]


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 0


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin):
    inlines = [MembershipInline]
