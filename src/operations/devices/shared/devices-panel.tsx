import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { DevicePlace } from '../device-place.tsx'
import type { Devices } from '../devices.schema.ts'
import { fixedBy } from '#kit/library-settings/shared/setting-switch.tsx'
import type { LibraryDecisions } from '#kit/library-settings/library-settings.schema.ts'
import { changeLibrarySettings } from '#kit/library-settings/library-settings.data.ts'
import { useSavedToast } from '#kit/library-settings/shared/use-library-form.ts'

const NOTE = 'mt-3 max-w-prose text-sm text-pretty text-muted'

interface DevicesPanelProps {
  devices: Devices
  library: Pick<LibraryDecisions, 'network'>
  /** The variable of the environment that decides a setting. */
  variables: Record<string, string>
}

/** The addresses at which other devices find the library, and the press that opens it to the network. */
export function DevicesPanel({ devices, library: { network }, variables }: DevicesPanelProps) {
  const { places, port } = devices
  const isFixed = variables.network !== undefined
  const isFound = places.length > 0
  const isOpen = network && !isFixed
  const intro = isFound
    ? isFixed
      ? m.devices_intro_site
      : m.devices_intro_on
    : isOpen
      ? m.devices_none
      : m.devices_intro_off
  return (
    <Panel title={m.devices_title()} className="mt-4">
      <p className="mt-1 max-w-prose text-pretty">{intro()}</p>
      {isFound && (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="mt-3 flex flex-wrap gap-x-8 gap-y-5">
          {places.map((place) => (
            <DevicePlace key={place.origin} place={place} port={port} />
          ))}
        </ul>
      )}
      {isFound && isOpen && <p className={NOTE}>{m.devices_no_answer({ port })}</p>}
      {places.some(({ origin }) => origin.startsWith('http:')) && <p className={NOTE}>{m.devices_http()}</p>}
      {isFixed ? (
        <p className={NOTE}>{fixedBy(variables.network)}</p>
      ) : network ? (
        <CloseNetwork isHere={devices.isHere} />
      ) : (
        <OpenNetwork />
      )}
    </Panel>
  )
}

const WARNINGS = [m.devices_warn_all, m.devices_warn_http, m.devices_warn_forward, m.devices_warn_moves]

function OpenNetwork() {
  const [isOpen, setIsOpen] = useState(false)
  const toastSaved = useSavedToast()
  const open = useAction(
    async () => {
      await toastSaved(changeLibrarySettings({ data: { network: true } }))
      setIsOpen(false)
    },
    { failure: m.devices_not_opened() },
  )
  return (
    <>
      <Button {...blockedInDemo} look="second" className="mt-3" onClick={() => setIsOpen(true)}>
        {m.devices_open()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.devices_open_title()}
        text={m.devices_open_text()}
        action={m.devices_open()}
        isBusy={open.isBusy}
        onConfirm={() => void open.run()}
      >
        <ul className="flex list-disc flex-col gap-1.5 ps-5 text-pretty">
          {WARNINGS.map((warning) => (
            <li key={warning()}>{warning()}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  )
}

/** Closes the library to the network by one press; asks first where this page would be cut off. */
function CloseNetwork({ isHere }: { isHere: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const toastSaved = useSavedToast()
  const close = useAction(
    async () => {
      await toastSaved(changeLibrarySettings({ data: { network: false } }))
      setIsOpen(false)
    },
    { failure: m.devices_not_closed() },
  )
  return (
    <>
      <Button
        {...blockedInDemo}
        look="second"
        className="mt-3"
        isBusy={close.isBusy}
        onClick={() => (isHere ? setIsOpen(true) : void close.run())}
      >
        {m.devices_close()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.devices_close_title()}
        text={m.devices_close_text()}
        action={m.devices_close()}
        isDanger
        isBusy={close.isBusy}
        onConfirm={() => void close.run()}
      />
    </>
  )
}
