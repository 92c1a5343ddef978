import { useId, useRef } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { copyText } from '#base/ui/copy-text.ts'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { QrCodePicture } from '#base/ui/qr-code-picture.tsx'
import { useAction } from '#base/ui/use-action.ts'
import type { Devices } from './devices.schema.ts'

interface DevicePlaceProps {
  place: Devices['places'][number]
  port: number
}

/** An address that other devices open, to be scanned or copied, or why it is not open. */
export function DevicePlace({ place: { origin, state, qr }, port }: DevicePlaceProps) {
  const text = useRef<HTMLElement>(null)
  const id = useId()
  const problem = useProblem()
  const copy = useAction(() => copyText(origin, text.current), {
    problem,
    onRefused: () => {
      problem.say(m.account_version_copy_failed())
      return true
    },
    success: m.devices_copied(),
  })
  const address = (
    <code ref={text} dir="ltr" className="font-mono font-semibold sm:text-lg [overflow-wrap:anywhere] select-all">
      {origin}
    </code>
  )
  if (state !== 'open') {
    return (
      <li className="flex max-w-prose basis-full gap-3">
        <Icon name="alert" className="mt-1 size-5 text-warning" />
        <p className="min-w-0">
          {address}
          <span className="block text-sm">{state === 'taken' ? m.devices_taken({ port }) : m.devices_failed()}</span>
        </p>
      </li>
    )
  }
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-4">
      <QrCodePicture qr={qr} label={m.devices_qr({ address: origin })} side={200} className="rounded-md" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        {address}
        <Button look="second" onClick={() => void copy.run()}>
          {m.devices_copy()}
        </Button>
        <FieldNote id={id} error={problem.text} />
      </div>
    </li>
  )
}
