/** Fields of a project's own classes: what they point at, what is set on them once they are made, and of what kind they are, held against makemigrations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../untold.ts';

/** A field that makes the model that it points at, unless it is told one, as migrations do. */
const labels = `
class BaseLabel(models.Model):
    word = models.CharField(max_length=9)
    class Meta:
        abstract = True
class LabelField:
    def __init__(self, to=None, strict=False, **kwargs):
        self.label_model, self.strict = to, strict
        super().__init__(to=to or "-", **kwargs)
    def contribute_to_class(self, cls, name):
        if not self.label_model:
            attrs = {"__module__": cls.__module__}
            self.label_model = type("Label_%s_%s" % (cls._meta.object_name, name), (BaseLabel,), attrs)
        self.remote_field.model = self.label_model
        super().contribute_to_class(cls, name)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs["strict"] = self.strict
        return name, path, args, kwargs
class OneLabel(LabelField, models.ForeignKey):
    pass
class Labels(LabelField, models.ManyToManyField):
    def __init__(self, *args, **kwargs):
        help_text = kwargs.pop("help_text", "")
        super().__init__(*args, **kwargs)
        self.help_text = help_text or "Words"
`;

const word = ', ("word", models.CharField(max_length=9))';
const labelled = {
  Label_Note_kind: word,
  Label_Note_tags: word,
  Note:
    ', ("kind", core.models.OneLabel(on_delete=models.CASCADE, to="core.label_note_kind", strict=False))' +
    ', ("tags", core.models.Labels(help_text="Words", to="core.label_note_tags", strict=False))',
};

const note = (given: string): string => `${labels}
class Note(models.Model):
    kind = OneLabel(on_delete=models.CASCADE${given})
    tags = Labels(${given.slice(2)})
`;

test('a relation whose class makes the model that it points at is a change where it is made with something else, and only there', (context) => {
  const same = tell(context, note(''), labelled);
  assert.deepEqual(same.told, []);
  assert.equal(same.open, 0);
  const other = tell(context, note(', strict=True'), labelled);
  assert.deepEqual(other.told, ['core field_altered note kind', 'core field_altered note tags']);
  assert.equal(other.open, 0);
});

test('what a field sets on itself once it is made is compared: a text for help that its class makes up was left open', (context) => {
  const help = tell(context, note(', help_text="Other"'), labelled);
  assert.deepEqual(help.told, ['core field_altered note kind', 'core field_altered note tags']);
  assert.equal(help.open, 0);
});

test('what two classes of a field set on it, or a method later, is left open', (context) => {
  const fields = `
class Loose(models.CharField):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.help_text = "one"
class Looser(Loose):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.help_text = "two"
class Late(models.CharField):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.help_text = "one"
    def contribute_to_class(self, cls, name):
        super().contribute_to_class(cls, name)
        self.help_text = name
class Note(models.Model):
    looser = Looser(max_length=9)
    late = Late(max_length=9)
`;
  const made =
    ', ("looser", core.models.Looser(help_text="one", max_length=9)), ("late", core.models.Late(help_text="one", max_length=9))';
  const { told, open } = tell(context, fields, { Note: made });
  assert.deepEqual(told, []);
  assert.equal(open, 1);
});

test('what code sets on a field of an own class later is no change where the migrations have it', (context) => {
  const models = `
class Word(models.CharField):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
class Note(models.Model):
    word = Word(max_length=9)
    other = Word(max_length=9, choices=[("a", "A")])
Note._meta.get_field("word").blank = True
Note._meta.get_field("word").choices = [("a", "A")]
`;
  const made = (more: string): string =>
    `, ("word", core.models.Word(${more}max_length=9)), ("other", core.models.Word(choices=[("a", "A")], max_length=9))`;
  const same = tell(context, models, { Note: made('blank=True, choices=[("a", "A")], ') });
  assert.deepEqual(same.told, []);
  const other = tell(context, models, { Note: made('') });
  assert.deepEqual(other.told, []);
  assert.equal(other.open, 1);
});

const many = `
class Tags(models.ManyToManyField):
    pass
class Labels(Tags):
    pass
`;

test('a many-to-many field of an own class that is changed is altered, and made anew only where it was of another kind', (context) => {
  const before = {
    Note: `, ("changed", core.models.Tags(to="core.note", related_name="a")), ("renamed", core.models.Tags(to="core.note", related_name="b")),
      ("plain", models.ManyToManyField(to="core.note", related_name="c")), ("gone", core.models.Tags(to="core.note", related_name="d")),
      ("fresh", models.IntegerField(null=True))`,
  };
  const { told, open } = tell(
    context,
    `${many}
class Note(models.Model):
    changed = Tags("core.Note", blank=True, related_name="a")
    renamed = Labels("core.Note", related_name="b")
    plain = Tags("core.Note", related_name="c")
    gone = models.IntegerField(null=True)
    fresh = Tags("core.Note", related_name="e")
`,
    before,
  );
  assert.deepEqual(told, [
    'core field_added note fresh',
    'core field_added note gone',
    'core field_altered note changed',
    'core field_altered note plain',
    'core field_altered note renamed',
    'core field_removed note fresh',
    'core field_removed note gone',
  ]);
  assert.equal(open, 0);
});

test('a many-to-many field of an own class without a way back is no change, by whatever name Django made up for that', (context) => {
  const models = `${many}
class Note(models.Model):
    self_made = Tags("self")
    hidden = Tags("core.Note", related_name="+")
`;
  const madeUp = {
    Note: `, ("self_made", core.models.Tags(to="core.Note", related_name="_core_note_self_made_+")),
      ("hidden", core.models.Tags(to="core.Note", related_name="_core_note_hidden_+"))`,
  };
  const written = {
    Note: ', ("self_made", core.models.Tags(to="core.note")), ("hidden", core.models.Tags(to="core.note", related_name="+"))',
  };
  // Which of the two is none rests on the version of Django.
  const told = [madeUp, written].map((before) => tell(context, models, before)).map((found) => found.told.length);
  assert.ok(told.includes(0), String(told));
});

const registry = `
class Registry:
    def __init__(self):
        self.names = {}
    def as_choices(self):
        self.names["a"] = "A"
        for pair in self.names.items():
            yield pair
registry = Registry()
class Plain(models.CharField):
    pass
class Note(models.Model):
    kind = models.CharField(max_length=9, choices=registry.as_choices())
    sort = Plain(max_length=9 + len(registry.names), choices=((key, key) for key in "ab"))
`;

test('choices that a generator gives are gone over as the field is made, with all that it does meanwhile', (context) => {
  const fields = (length: number, last: string): string =>
    ', ("kind", models.CharField(max_length=9, choices=[("a", "A")]))' +
    `, ("sort", core.models.Plain(max_length=${length}, choices=[("a", "a"), ("${last}", "${last}")]))`;
  assert.deepEqual(tell(context, registry, { Note: fields(10, 'b') }).told, []);
  assert.equal(tell(context, registry, { Note: fields(10, 'b') }).open, 0);
  assert.deepEqual(tell(context, registry, { Note: fields(9, 'b') }).told, ['core field_altered note sort']);
  assert.deepEqual(tell(context, registry, { Note: fields(10, 'c') }).told, ['core field_altered note sort']);
});
