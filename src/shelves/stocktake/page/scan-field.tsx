import { m } from '#base/i18n/paraglide/messages.js'
import type { TypedCode } from '#base/lib/scan/scan-keys.ts'
import { Form } from '#base/ui/form/form.tsx'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { useScanField } from '#lending/desk/shared/use-scan-field.ts'

/** The field of a stock-taking: a scanner types into it, wherever the keys are, or a person. */
export function ScanField({ onScan }: { onScan: (code: TypedCode) => void }) {
  const { form, input } = useScanField(onScan)
  return (
    <Form {...form} className="min-w-0 flex-[1_1_14rem] print:hidden">
      <label className="flex min-h-14 items-center gap-3 rounded-lg border border-line-strong bg-raised px-4 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/25">
        <ManagerIcon name="scan" className="size-6 text-accent" />
        <span className="sr-only">{m.stocktake_field()}</span>
        <input
          {...input}
          placeholder={m.stocktake_field()}
          className="min-w-0 flex-1 bg-transparent py-3 text-lg text-ellipsis outline-none placeholder:text-muted max-md:placeholder:text-base"
        />
      </label>
    </Form>
  )
}
