export function RunsPage(_props: { slug: string }) {
  return <p>RunsPage</p>;
}
