/** The scans of the project `shop`, and their end. */
import type { Status } from '../../src/contract/index.ts';
import { type TestService, until } from '../service.ts';

export const scans = async (service: TestService) =>
  (await service.owner.get('/api/workspaces/shop/status/')).json<Status>().scans;

export const allEnded = (service: TestService) =>
  until(
    () => scans(service),
    (rows) => rows.length > 0 && rows.every(({ status }) => status === 'completed' || status === 'failed'),
    'all scans ended',
  );
