from django.apps import AppConfig, apps
class MayConfig(AppConfig):
    name = 'may'
    def ready(self):
        from django.db import models
        Doc = apps.get_model(app_label='may', model_name='Doc')
        Doc.add_to_class(name='late', value=models.IntegerField(null=True))
        Tag = self.get_model('Tag')
        models.ManyToManyField(Tag, related_name='docs').contribute_to_class(cls=Doc, name='tags')
        for m in self.get_models():
            m.add_to_class('stamp', models.DateField(null=True))
        for m in apps.get_models():
            if m._meta.label == 'deco.Plain':
                m.add_to_class('every', models.BooleanField(default=False))
