from django.db.models import Q
from django.views.generic import DetailView, ListView

from .models import Item


class ItemList(ListView):
    paginate_by = 50

    def get_queryset(self):
        items = Item.objects.prefetch_related("contributors")
        query = self.request.GET.get("q", "").strip()
        if query:
            items = items.filter(Q(title__icontains=query) | Q(shelfmark__istartswith=query))
        return items


class ItemDetail(DetailView):
    queryset = Item.objects.prefetch_related("copies", "contributions__contributor", "notes")
    slug_field = slug_url_kwarg = "public_id"
