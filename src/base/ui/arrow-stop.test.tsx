import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { arrowStop } from '#base/lib/form/arrow-stop.ts'

const letters = ['A', 'B', 'C', 'D']

const show = (dir: 'ltr' | 'rtl', current?: string) =>
  render(
    <>
      <button type="button">Before</button>
      <nav dir={dir} ref={(nav) => arrowStop(nav)}>
        {letters.map((letter) => (
          <a key={letter} href={`#${letter}`} aria-current={letter === current ? true : undefined}>
            {letter}
          </a>
        ))}
      </nav>
      <button type="button">After</button>
    </>,
  )

const link = (name: string) => page.getByRole('link', { name })
const press = (keys: string) => userEvent.keyboard(keys)
beforeEach(() => document.body.focus())

test('many letters are one stop, and arrows lead from one to the next', async () => {
  await show('ltr')
  await userEvent.click(page.getByRole('button', { name: 'Before' }))
  await userEvent.tab()
  await expect.element(link('A')).toHaveFocus()
  await press('{ArrowRight}{ArrowRight}{ArrowLeft}')
  await expect.element(link('B')).toHaveFocus()
  await press('{End}{ArrowRight}')
  await expect.element(link('D')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(link('D')).toHaveFocus()
})

test('the current one is the stop, and arrows point as the page is read', async () => {
  await show('rtl', 'B')
  await userEvent.click(page.getByRole('button', { name: 'Before' }))
  await userEvent.tab()
  await expect.element(link('B')).toHaveFocus()
  await press('{ArrowLeft}')
  await expect.element(link('C')).toHaveFocus()
  await press('{Home}')
  await expect.element(link('A')).toHaveFocus()
})
