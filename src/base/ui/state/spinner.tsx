/** A small ring that turns while work is under way. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 flex-none animate-spin rounded-full border-2 border-current border-e-transparent"
    />
  )
}
