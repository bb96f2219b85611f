/** A model as read from text, richer than the contract's: migrations are held against it. */
import type { Relation, SourceRef } from '../../../contract/index.ts';
import type { ClassValue, Value } from '../../../python/index.ts';

import type { OwnField } from './fields/deconstruct.ts';

export type FieldKind =
  | 'field'
  | 'foreign_key'
  | 'one_to_one'
  | 'many_to_many'
  | 'generic_foreign_key'
  | 'generic_relation';

export type ReadField = {
  name: string;
  /** Dotted name of its class as a migration writes it: `django.db.models.CharField`, `mptt.fields.TreeForeignKey`. */
  classPath: string;
  kind: FieldKind;
  /** Dotted name of the nearest field class of Django that it is or derives from; null when that could not be found out. */
  djangoClass: string | null;
  /** What the field was made with, after a field class of the project or of a package passed it on. */
  args: readonly Value[];
  keywords: ReadonlyMap<string, Value>;
  /** Of a field class of the project's or a package's own: how it is written to a migration. */
  own: OwnField | null;
  /** Django's order of creation; implicit fields count down from -1. */
  counter: number;
  column: string | null;
  null: boolean;
  primaryKey: boolean;
  unique: boolean;
  implicit: boolean;
  /** `app_label.Class` of a parent model, or dotted name of an abstract base, that the field was written in. */
  inheritedFrom: string | null;
  /** Through and target as `app_label.Class`. */
  relation: Relation | null;
  source: SourceRef | null;
};

export type MaybeFields = 'any' | ReadonlySet<string> | null;

export type ReadModel = {
  /** `app_label.Class` */
  id: string;
  app: string;
  name: string;
  abstract: boolean;
  proxy: boolean;
  managed: boolean;
  /** Setting that may replace the model, and the model that does. */
  swappable: string | null;
  swapped: string | null;
  /** Made by Django for a many-to-many field without `through`. */
  autoCreated: boolean;
  own: boolean;
  table: string | null;
  /** The options of `Meta` as Django sees them, inherited ones included. */
  options: ReadonlyMap<string, Value>;
  /** As `_meta.ordering` has it: written, taken over from a parent, or `_order`. */
  ordering: readonly string[];
  /** Direct bases: `app_label.Class` for models, else the dotted name. `django.db.models.Model` is left out. */
  bases: readonly string[];
  /** Written in the class or copied from abstract bases, in Django's order. */
  localFields: readonly ReadField[];
  localManyToMany: readonly ReadField[];
  privateFields: readonly ReadField[];
  /** Those of the parents first, as `_meta.get_fields()` gives the forward ones. */
  fields: readonly ReadField[];
  /** A base could not be read: what it brings along is missing. */
  unsure: boolean;
  /** Code that was left out may have changed it. */
  isOpen: boolean;
  /** Names that may be fields, but could not be read; `any`: there may be more than can be told. null: what was read is all there is. */
  mayHave: MaybeFields;
  /** One of them may be its primary key, or lead to its parent: then Django adds none. */
  isKeyOpen: boolean;
  /** Pairs of name and manager as a migration would hold them; null when they cannot be told. */
  managers: readonly Value[] | null;
  source: SourceRef | null;
  /** null for models that Django makes by itself. */
  value: ClassValue | null;
};
