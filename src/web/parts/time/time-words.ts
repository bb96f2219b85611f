/** How long ago, and how long, in words. */
import { texts } from '../../texts.ts';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Days of the calendar: of 26 hours ago nobody says yesterday when that was the day before. */
const dayOf = (moment: number): number => {
  const day = new Date(moment);
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000;
};

export function relativeTime(moment: number, reference: number): string {
  const seconds = Math.trunc((moment - reference) / 1000);
  if (Math.abs(seconds) < 60) return texts.times.now;
  if (Math.abs(seconds) < 3_600) return relative.format(Math.trunc(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return relative.format(Math.trunc(seconds / 3_600), 'hour');
  return relative.format(dayOf(moment) - dayOf(reference), 'day');
}

export function durationText(seconds: number): string {
  // More would be written as 60.0.
  if (seconds < 59.95) return texts.times.seconds(seconds);
  const whole = Math.round(seconds);
  return texts.times.minutes(Math.floor(whole / 60), whole % 60);
}
