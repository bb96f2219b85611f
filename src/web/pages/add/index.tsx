export function AddPage() {
  return <p>AddPage</p>;
}
