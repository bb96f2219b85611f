export function RunDrawer(_props: { slug: string; preset: string | null; onClose: () => void }) {
  return null;
}
