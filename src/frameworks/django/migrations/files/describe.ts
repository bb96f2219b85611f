/** What is shown of an operation: what it does, in Django's own words, and what it is about. */
import { isA, isSequence, type Value } from '../../../../python/index.ts';
import { argumentOf, type Operation, textArgument } from './operation.ts';

const lengthOf = (value: Value | undefined): number => (isSequence(value) ? value.items.length : 0);

const keywordText = (value: Value | undefined, name: string): string => {
  const found = isA(value, 'call') ? value.keywords.get(name) : undefined;
  return typeof found === 'string' ? found : '?';
};

/** An expression as Django shows it: `Lower(F(name))`; undefined for one that it shows in a way of its own. */
const describeExpression = (value: Value): string | undefined => {
  if (typeof value === 'string') return `F(${value})`;
  if (!isA(value, 'call')) return undefined;
  const kind = value.name.slice(value.name.lastIndexOf('.') + 1);
  const [first] = value.args;
  if (kind === 'F') return typeof first === 'string' ? `F(${first})` : undefined;
  const parts = value.args.map(describeExpression);
  if (parts.includes(undefined) || parts.length === 0) return undefined;
  if (kind === 'OrderBy')
    return `OrderBy(${parts[0]}, descending=${value.keywords.get('descending') === true ? 'True' : 'False'})`;
  return value.keywords.size === 0 && value.name.startsWith('django.db.models.functions.')
    ? `${kind}(${parts.join(', ')})`
    : undefined;
};

/** `Create index i on field(s) a, b of model book`. */
export const describeIndex = (index: Value | undefined, model: string): string => {
  const fields = isA(index, 'call') ? index.keywords.get('fields') : undefined;
  const name = keywordText(index, 'name');
  if (!isSequence(fields) || fields.items.length === 0) {
    const parts = isA(index, 'call') ? index.args.map(describeExpression) : [];
    const on = parts.length === 0 || parts.includes(undefined) ? '' : ` on ${parts.join(', ')}`;
    return `Create index ${name}${on} on model ${model}`;
  }
  return `Create index ${name} on field(s) ${fields.items.map(String).join(', ')} of model ${model}`;
};

/** `Rename unnamed index for ('a', 'b') on book to i`: of `index_together`, which gave no names. */
export const describeUnnamed = (fields: Value | undefined, model: string, name: string): string => {
  const names = (isSequence(fields) ? fields.items : []).map((field) => `'${String(field)}'`);
  const list = names.length === 1 ? `${names[0]},` : names.join(', ');
  const shown = isA(fields, 'list') ? `[${names.join(', ')}]` : `(${list})`;
  return `Rename unnamed index for ${shown} on ${model} to ${name}`;
};

/** What `migrate --plan` and makemigrations say of it. */
export const describeOperation = (operation: Operation): string => {
  const text = (name: string): string => textArgument(operation, name) ?? '?';
  const value = (name: string): Value | undefined => argumentOf(operation, name);
  switch (operation.kind) {
    case 'CreateModel': {
      const options = value('options');
      const isProxy = isA(options, 'dict') && options.entries.get('proxy') === true;
      return `Create ${isProxy ? 'proxy ' : ''}model ${text('name')}`;
    }
    case 'DeleteModel':
      return `Delete model ${text('name')}`;
    case 'RenameModel':
      return `Rename model ${text('old_name')} to ${text('new_name')}`;
    case 'AlterModelTable':
      return `Rename table for ${text('name')} to ${textArgument(operation, 'table') ?? '(default)'}`;
    case 'AlterModelTableComment':
      return `Alter ${text('name')} table comment`;
    case 'AlterUniqueTogether':
      return `Alter unique_together for ${text('name')} (${lengthOf(value('unique_together'))} constraint(s))`;
    case 'AlterIndexTogether':
      return `Alter index_together for ${text('name')} (${lengthOf(value('index_together'))} constraint(s))`;
    case 'AlterOrderWithRespectTo':
      return `Set order_with_respect_to on ${text('name')} to ${textArgument(operation, 'order_with_respect_to') ?? 'None'}`;
    case 'AlterModelOptions':
      return `Change Meta options on ${text('name')}`;
    case 'AlterModelManagers':
      return `Change managers on ${text('name')}`;
    case 'AddField':
      return `Add field ${text('name')} to ${text('model_name')}`;
    case 'RemoveField':
      return `Remove field ${text('name')} from ${text('model_name')}`;
    case 'AlterField':
      return `Alter field ${text('name')} on ${text('model_name')}`;
    case 'RenameField':
      return `Rename field ${text('old_name')} on ${text('model_name')} to ${text('new_name')}`;
    case 'AddIndex':
      return describeIndex(value('index'), text('model_name'));
    case 'RemoveIndex':
      return `Remove index ${text('name')} from ${text('model_name')}`;
    default:
      return describeRare(operation, text);
  }
};

const describeRare = (operation: Operation, text: (name: string) => string): string => {
  const model = text('model_name');
  switch (operation.kind) {
    case 'RenameIndex':
      return textArgument(operation, 'old_name') === undefined
        ? describeUnnamed(argumentOf(operation, 'old_fields'), model, text('new_name'))
        : `Rename index ${text('old_name')} on ${model} to ${text('new_name')}`;
    case 'AddConstraint':
      return `Create constraint ${keywordText(argumentOf(operation, 'constraint'), 'name')} on model ${model}`;
    case 'AddConstraintNotValid':
      return `Create not valid constraint ${keywordText(argumentOf(operation, 'constraint'), 'name')} on model ${model}`;
    case 'RemoveConstraint':
      return `Remove constraint ${text('name')} from model ${model}`;
    case 'AlterConstraint':
      return `Alter constraint ${text('name')} on ${model}`;
    case 'ValidateConstraint':
      return `Validate constraint ${text('name')} on model ${model}`;
    case 'AddIndexConcurrently':
      return `Concurrently c${describeIndex(argumentOf(operation, 'index'), model).slice(1)}`;
    case 'RemoveIndexConcurrently':
      return `Concurrently remove index ${text('name')} from ${model}`;
    case 'RunSQL':
      return 'Raw SQL operation';
    case 'RunPython':
      return 'Raw Python operation';
    case 'SeparateDatabaseAndState':
      return 'Custom state/database change combination';
    case 'CreateExtension':
      return textArgument(operation, 'name') === undefined
        ? 'Creates an extension'
        : `Creates extension ${text('name')}`;
    case 'CreateCollation':
      return `Create collation ${text('name')}`;
    case 'RemoveCollation':
      return `Remove collation ${text('name')}`;
    default:
      return `${operation.kind} (an operation of its own)`;
  }
};

/** The model that an operation is about, as the operation names it. */
export const modelOf = (operation: Operation): string | null =>
  textArgument(operation, 'model_name') ??
  (/^(?:Create|Delete|Alter)/.test(operation.kind) && !/Extension|Collation/.test(operation.kind)
    ? (textArgument(operation, 'name') ?? null)
    : operation.kind === 'RenameModel'
      ? (textArgument(operation, 'old_name') ?? null)
      : null);

/** The field that an operation is about, by the name it has afterwards. */
export const fieldOf = (operation: Operation): string | null => {
  const { kind } = operation;
  if (kind === 'RenameField') return textArgument(operation, 'new_name') ?? null;
  return kind === 'AddField' || kind === 'AlterField' || kind === 'RemoveField'
    ? (textArgument(operation, 'name') ?? null)
    : null;
};
