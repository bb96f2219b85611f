export function RunPage(_props: { slug: string; id: number }) {
  return <p>RunPage</p>;
}
