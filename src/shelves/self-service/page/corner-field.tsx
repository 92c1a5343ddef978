import type { TypedCode } from '#base/lib/scan/scan-keys.ts'
import { CameraScan } from '#base/ui/camera/camera-scan.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { LONGEST_CODE, useScanField } from '#lending/desk/shared/use-scan-field.ts'

interface CornerFieldProps {
  label: string
  onScan: (code: TypedCode) => void
}

/** The one field of a corner, with the camera where the device has one. */
export function CornerField({ label, onScan }: CornerFieldProps) {
  const { form, input } = useScanField(onScan)
  return (
    <div className="mt-3 flex flex-wrap tall:mt-5 gap-3 upright:mt-8">
      <Form {...form} className="min-w-0 flex-[1_1_16rem]">
        <label className="flex min-h-14 items-center tall:min-h-20 gap-4 rounded-lg border border-line-strong bg-raised ps-6 pe-5 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/25 upright:sm:min-h-28 sm:ps-9">
          <ManagerIcon name="scan" className="size-8 flex-none text-accent tall:sm:size-10" />
          <span className="sr-only">{label}</span>
          <input
            {...input}
            placeholder={label}
            inputMode="text"
            className="min-w-0 flex-1 bg-transparent py-2 text-xl text-ellipsis outline-none placeholder:text-muted tall:py-4 tall:text-2xl tall:sm:text-3xl"
          />
        </label>
      </Form>
      <CameraScan
        className="min-h-14 px-6 text-lg max-sm:grow tall:sm:min-h-20 upright:sm:min-h-28"
        onCode={(text) => onScan({ text: text.slice(0, LONGEST_CODE) })}
      />
    </div>
  )
}
