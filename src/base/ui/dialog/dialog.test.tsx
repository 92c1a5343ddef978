import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#base/i18n/paraglide/messages.js'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

function SignOut({ isDanger = false, check }: { isDanger?: boolean; check?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Sign out?"
        text="You can come back."
        action="Sign out"
        isBusy={false}
        isDanger={isDanger}
        onConfirm={close}
        {...(check !== undefined && { check })}
      />
    </>
  )
}

const opener = page.getByRole('button', { name: 'Open' })
const question = page.getByRole('alertdialog', { name: 'Sign out?' })

/** Waits until it has come to rest, and answers where. */
async function restOf(): Promise<DOMRect> {
  const element = await question.findElement()
  await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished.catch(() => undefined)))
  return element.getBoundingClientRect()
}

describe('A question on a desk', () => {
  beforeEach(() => page.viewport(1280, 800))

  test('stays open at Escape in a dialog that another part of the page opens above it', async () => {
    function Above() {
      const [isOpen, setIsOpen] = useState(false)
      useEffect(() => {
        const open = () => setIsOpen(true)
        addEventListener('refused', open)
        return () => removeEventListener('refused', open)
      }, [])
      return (
        <Dialog isAlert isOpen={isOpen} onClose={() => setIsOpen(false)} title="Your code" closeLabel="Close">
          <input aria-label="Code" />
        </Dialog>
      )
    }
    await render(
      <>
        <SignOut />
        <Above />
      </>,
    )
    await opener.click()
    await expect.element(question).toBeVisible()
    dispatchEvent(new Event('refused'))
    const above = page.getByRole('alertdialog', { name: 'Your code' })
    await expect.element(above.getByLabelText('Code')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(above).not.toBeInTheDocument()
    await expect.element(question).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
  })

  test('takes the focus, keeps it, and gives it back on Escape', async () => {
    await render(<SignOut />)
    await opener.click()
    await expect.element(question).toBeVisible()
    await expect.element(question).toHaveAccessibleDescription('You can come back.')
    const seen = new Set<string>()
    for (let press = 0; press < 6; press++) {
      await userEvent.tab()
      expect(question.element().contains(document.activeElement)).toBe(true)
      seen.add(document.activeElement?.textContent ?? '')
    }
    expect(seen).toEqual(new Set(['Sign out', m.common_cancel(), m.common_close()]))
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  test('begins at Cancel where something is lost by it', async () => {
    await render(<SignOut isDanger />)
    await opener.click()
    await expect.element(page.getByRole('button', { name: m.common_cancel() })).toHaveFocus()
  })

  test('waits for the tick that it asks for, anew each time', async () => {
    await render(<SignOut check="I mean it" />)
    for (let turn = 0; turn < 2; turn++) {
      await opener.click()
      const action = question.getByRole('button', { name: 'Sign out' })
      await expect.element(action).toBeDisabled()
      await page.getByRole('checkbox', { name: 'I mean it' }).click()
      await action.click()
      await expect.element(question).not.toBeInTheDocument()
    }
  })
})

describe('Its place', () => {
  test('is the bottom up to 640 px and the middle beyond', async () => {
    await page.viewport(640, 800)
    await render(<SignOut />)
    await opener.click()
    const drawer = await restOf()
    expect(drawer).toMatchObject({ left: 0, right: document.documentElement.clientWidth, bottom: 800 })
    await page.viewport(641, 800)
    await expect.poll(() => question.element().getBoundingClientRect().width).toBeLessThan(480)
    const { left, right, top, bottom } = await restOf()
    expect(Math.abs((left + right) / 2 - document.documentElement.clientWidth / 2)).toBeLessThan(2)
    expect(Math.abs((top + bottom) / 2 - 400)).toBeLessThan(2)
  })

  test('follows a finger, and past a quarter of its height it closes', async () => {
    await page.viewport(390, 844)
    await render(<SignOut />)
    await opener.click()
    const { top, height } = await restOf()
    await commands.drag({ x: 195, y: top + 12 }, height * 0.2)
    expect((await restOf()).bottom).toBe(844)
    await commands.drag({ x: 195, y: top + 12 }, height * 0.35)
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })
})
