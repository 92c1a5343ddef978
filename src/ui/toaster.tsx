import { useSyncExternalStore } from 'react'
import { Toaster as Sonner } from 'sonner'
import { readTheme, watchTheme } from './theme.ts'

interface ToasterProps {
  regionLabel: string
  closeLabel: string
  direction: 'ltr' | 'rtl'
}

/** The toaster, with the constants of section 9 of the specification (swipe threshold: sonner's own 45 px). */
export function Toaster({ regionLabel, closeLabel, direction }: ToasterProps) {
  const theme = useSyncExternalStore(watchTheme, readTheme, () => 'system' as const)
  return (
    <Sonner
      theme={theme}
      dir={direction}
      position="top-center"
      duration={4000}
      visibleToasts={3}
      gap={14}
      closeButton
      containerAriaLabel={regionLabel}
      style={{ '--width': '356px' }}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        style: {
          background: 'var(--raised)',
          color: 'var(--ink)',
          borderColor: 'var(--line)',
          borderRadius: '10px',
          boxShadow: 'var(--card-shadow)',
          fontFamily: 'inherit',
        },
      }}
    />
  )
}
