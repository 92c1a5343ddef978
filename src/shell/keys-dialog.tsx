import { useState, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { areSingleKeysOn, setSingleKeys } from '#base/ui/single-keys.ts'
import { isMac } from '#base/ui/use-in-browser.ts'
import { CheckBox } from '#base/ui/check-box.tsx'

/** Lists the keyboard shortcuts of the manager area, with a switch for those of a single key. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={m.keys_title()} closeLabel={m.common_close()}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2.5">
        <Key does={m.keys_search()}>
          <Cap>/</Cap>
        </Key>
        <Key does={m.keys_new()}>
          <Cap>n</Cap>
        </Key>
        <Key does={m.keys_move()}>
          <Cap>↑</Cap> <Cap>↓</Cap> <Cap>k</Cap> <Cap>j</Cap>
        </Key>
        <Key does={m.keys_select()}>
          <Cap>x</Cap>
        </Key>
        <Key does={m.keys_views()}>
          <Cap>v</Cap>
        </Key>
        <Key does={m.keys_open()}>
          <Cap>{m.key_enter()}</Cap>
        </Key>
        <Key does={m.keys_save()}>
          <Cap>{isMac() ? '⌘' : 'Ctrl'}</Cap> <Cap>{m.key_enter()}</Cap>
        </Key>
        <Key does={m.keys_help()}>
          <Cap>?</Cap>
        </Key>
      </dl>
      <SingleKeys />
      <Button className="mt-2" onClick={onClose}>
        {m.common_close()}
      </Button>
    </Dialog>
  )
}

function Key({ does, children }: { does: string; children: ReactNode }) {
  return (
    <>
      <dt>{does}</dt>
      <dd dir="ltr" className="text-end">
        {children}
      </dd>
    </>
  )
}

const Cap = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-block min-w-7 rounded-sm border border-line-strong bg-surface px-2 py-0.5 text-center font-sans text-sm">
    {children}
  </kbd>
)

function SingleKeys() {
  const [areOn, setAreOn] = useState(areSingleKeysOn)
  const change = (next: boolean) => {
    setSingleKeys(next)
    setAreOn(next)
  }
  return (
    <div className="border-t border-line pt-2">
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <CheckBox
          checked={areOn}
          aria-describedby="single-keys-hint"
          onChange={({ target }) => change(target.checked)}
          className="size-5 flex-none accent-accent"
        />
        {m.keys_single()}
      </label>
      <p id="single-keys-hint" className="text-sm text-muted">
        {m.keys_single_hint()}
      </p>
    </div>
  )
}
