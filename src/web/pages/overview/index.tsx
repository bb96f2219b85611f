export function OverviewPage(_props: { slug: string }) {
  return <p>OverviewPage</p>;
}
