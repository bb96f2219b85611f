/** What code finds when it asks `_meta` and the fields of a model, held against the real Django: each answer names a column. */
import { test } from 'node:test';
import { agrees, settings } from '../../agreement.ts';

const head = `from django.db import models


class Above(models.Model):
    serial = models.IntegerField()
    friends = models.ManyToManyField("auth.User")

    class Meta:
        ordering = ["serial"]


class Base(models.Model):
    name = models.CharField("A name", max_length=10, db_column="nm", blank=True, default=None)
    owner = models.ForeignKey("auth.User", models.CASCADE, null=True, related_name="+")
    only = models.OneToOneField("self", models.CASCADE, null=True)
    tags = models.ManyToManyField("auth.Group")
    size = models.IntegerField(choices=[(1, "one"), (2, "two")], db_index=True)
    mail_to = models.EmailField(unique=True)
    made = models.DateTimeField(auto_now_add=True)
    raw = models.BinaryField()


class Child(Above):
    more = models.SlugField()


class Keyed(models.Model):
    code = models.UUIDField(primary_key=True)


class Told(models.Model):
    pass


def tell(name, answer):
    Told.add_to_class("f_" + name, models.TextField(null=True, db_column=f"{name}_{answer}".lower()))


M, C, K = Base._meta, Child._meta, Keyed._meta
`;

const answers = {
  lists: [
    '"_".join(f.name for f in M.concrete_fields)',
    '"_".join(f.attname for f in C.concrete_fields)',
    '"_".join(f.attname for f in C.local_concrete_fields)',
    '"_".join(f.name for f in M.many_to_many + C.many_to_many)',
    '"_".join(f.name for f in M.fields if f.get_internal_type() in ("CharField", "IntegerField"))',
    '"_".join(f.name for f in M.fields if f.is_relation and not f.one_to_one)',
    '"_".join(f.name for f in M.fields if f.has_default() or f.blank or not f.editable)',
    'len(M.ordering) + len(M.unique_together)',
  ],
  keys: [
    'M.pk.name + M.pk.attname + M.pk.get_internal_type()',
    'C.pk.name + C.pk.attname + C.pk.column',
    'K.pk.column + K.pk.get_internal_type() + str(K.pk.unique)',
  ],
  fields: [
    'M.get_field("owner").attname + M.get_field("owner").column',
    'M.get_field("name").column + M.get_field("name").verbose_name + M.get_field("mail_to").verbose_name',
    'M.get_field("mail_to").max_length + C.get_field("more").max_length',
    'M.get_field("mail_to").get_internal_type()',
    '"_".join(str(M.get_field(f).unique) for f in ("name", "only", "mail_to"))',
    '"_".join(str(M.get_field(f).db_index) for f in ("name", "owner", "size"))',
    '"_".join(str(M.get_field(f).many_to_one) for f in ("name", "owner", "only", "tags"))',
    '"_".join(str(M.get_field(f).remote_field is None) for f in ("name", "owner", "tags"))',
    'M.get_field("size").flatchoices[1][1] + M.get_field("size").help_text',
    'M.get_field("name").model.__name__ + M.get_field("only").remote_field.model.__name__',
    'M.get_field("name").has_default() or M.get_field("size").has_default()',
  ],
};

for (const [what, each] of Object.entries(answers))
  test(`${what} that code asks a model for are those that Django tells`, (context) => {
    const told = each.map((answer, at) => `tell("a${at}", ${answer})\n`).join('');
    agrees(context, { ...settings(), 'core/models.py': head + told });
  });
