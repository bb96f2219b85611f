type Point = { at: string; value: number };
const width = 96;
const height = 24;

/** A small trend: the last values as a line, the newest as a dot. One that never changed is none. */
export function Sparkline({ points, label }: { points: readonly Point[]; label: string }) {
  const values = points.map((point) => point.value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  if (points.length < 2 || span === 0) return null;
  const xy = values.map((value, index) => {
    const x = 2 + (index / (values.length - 1)) * (width - 6);
    const y = height - 3 - ((value - low) / span) * (height - 6);
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10] as const;
  });
  const [endX, endY] = xy.at(-1) ?? [0, 0];
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <polyline
        points={xy.map((point) => point.join()).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cx={endX} cy={endY} r="2.5" fill="currentColor" />
    </svg>
  );
}
