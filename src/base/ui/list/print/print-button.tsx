import { m } from '#base/i18n/paraglide/messages.js'
import { lineActionClass } from '#base/ui/panel.tsx'
import type { Print } from './use-print.ts'

/** Prints a list whole; where there is a desk. */
export function PrintButton({ start, isBusy }: Pick<Print<unknown>, 'start' | 'isBusy'>) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={start}
      className={`${lineActionClass} max-md:hidden print:hidden`}
    >
      {isBusy ? m.common_loading() : m.print_list()}
    </button>
  )
}
