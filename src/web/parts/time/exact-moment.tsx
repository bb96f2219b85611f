import { serviceNow } from '../../wire/clock.ts';

const second: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};
const ofThisYear = new Intl.DateTimeFormat(undefined, second);
const ofAnyYear = new Intl.DateTimeFormat(undefined, { ...second, year: 'numeric' });

/** Where there is room for it, and several are read side by side. */
export function ExactMoment({ at }: { at: string }) {
  const moment = new Date(at);
  const isThisYear = moment.getFullYear() === new Date(serviceNow()).getFullYear();
  return <time dateTime={at}>{(isThisYear ? ofThisYear : ofAnyYear).format(moment)}</time>;
}
