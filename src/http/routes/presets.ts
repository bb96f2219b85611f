import { addDocLink, changeDocLink, listDocLinks, removeDocLink } from '../../usecases/doc-links.ts';
import { isOn } from '../../usecases/form.ts';
import { addPreset, changePreset, listPresets, removePreset } from '../../usecases/presets.ts';
import { idOf, type Route, textParam } from '../route.ts';

export const presetRoutes: Route[] = [
  {
    method: 'GET',
    path: 'api/presets/',
    name: 'listPresets',
    summary: 'The commands that may run.',
    access: 'viewer',
    query: {
      workspace:
        'Slug: documentation links are of its Django version, the next pending migration stands in the command.',
      added: '`true`: only those that an administrator added, which can be changed and removed.',
    },
    success: [200, 'Preset[]'],
    handle: ({ context, query }) => listPresets(context, query.workspace, isOn(query.added)),
  },
  {
    method: 'POST',
    path: 'api/presets/',
    name: 'addPreset',
    summary: 'Adds a preset whose command the allowlist knows.',
    access: 'admin',
    form: 'NewPreset',
    success: [201, 'Preset'],
    handle: ({ context, form }) => addPreset(context, form),
  },
  {
    method: 'PATCH',
    path: 'api/presets/:key/',
    name: 'changePreset',
    summary: 'Changes the fields that are sent of a preset that was added.',
    access: 'admin',
    form: 'PresetChanges',
    success: [200, 'Preset'],
    handle: ({ context, params, form }) => changePreset(context, textParam(params, 'key'), form),
  },
  {
    method: 'DELETE',
    path: 'api/presets/:key/',
    name: 'removePreset',
    summary: 'Removes a preset that was added.',
    access: 'admin',
    success: [204, null],
    handle: ({ context, params }) => removePreset(context, textParam(params, 'key')),
  },
  {
    method: 'GET',
    path: 'api/doc-links/',
    name: 'listDocLinks',
    summary: 'Documentation links that were added.',
    access: 'viewer',
    success: [200, 'DocLinkRecord[]'],
    handle: ({ context }) => listDocLinks(context),
  },
  {
    method: 'POST',
    path: 'api/doc-links/',
    name: 'addDocLink',
    summary: 'Adds a documentation link for one workspace or for all.',
    access: 'admin',
    form: 'NewDocLink',
    success: [201, 'DocLinkRecord'],
    handle: ({ context, form }) => addDocLink(context, form),
  },
  {
    method: 'PATCH',
    path: 'api/doc-links/:id/',
    name: 'changeDocLink',
    summary: 'Changes the fields that are sent of a documentation link that was added.',
    access: 'admin',
    form: 'DocLinkChanges',
    success: [200, 'DocLinkRecord'],
    handle: ({ context, params, form }) => changeDocLink(context, idOf(params), form),
  },
  {
    method: 'DELETE',
    path: 'api/doc-links/:id/',
    name: 'removeDocLink',
    summary: 'Removes a documentation link that was added.',
    access: 'admin',
    success: [204, null],
    handle: ({ context, params }) => removeDocLink(context, idOf(params)),
  },
];
