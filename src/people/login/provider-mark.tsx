// The providers' logos in their own colours; GitHub's has the colour of the text.
const GITHUB =
  'M12 2C6.48 2 2 6.58 2 12.25c0 4.53 2.87 8.37 6.84 9.73.5.1.68-.22.68-.49l-.01-1.72c-2.78.62-3.37-1.37-3.37-1.37-.45-1.18-1.11-1.5-1.11-1.5-.91-.63.07-.62.07-.62 1 .07 1.53 1.06 1.53 1.06.9 1.56 2.35 1.11 2.92.85.09-.66.35-1.11.63-1.37-2.22-.26-4.55-1.14-4.55-5.07 0-1.12.39-2.03 1.03-2.75-.1-.26-.45-1.3.1-2.71 0 0 .84-.28 2.75 1.05a9.4 9.4 0 0 1 5 0c1.91-1.33 2.75-1.05 2.75-1.05.55 1.41.2 2.45.1 2.71.64.72 1.03 1.63 1.03 2.75 0 3.94-2.34 4.81-4.57 5.06.36.32.68.94.68 1.9l-.01 2.81c0 .27.18.6.69.49A10.16 10.16 0 0 0 22 12.25C22 6.58 17.52 2 12 2z'
const GOOGLE = [
  ['#4285f4', 'M22 12.2c0-.7-.1-1.4-.2-2.1H12v4h5.6a4.8 4.8 0 0 1-2.1 3.2v2.6h3.4c2-1.8 3.1-4.5 3.1-7.7z'],
  ['#34a853', 'M12 22.3c2.8 0 5.2-.9 6.9-2.5l-3.4-2.6a6.3 6.3 0 0 1-9.3-3.3H2.7v2.7A10.3 10.3 0 0 0 12 22.3z'],
  ['#fbbc05', 'M6.2 13.9a6.2 6.2 0 0 1 0-3.9V7.3H2.7a10.3 10.3 0 0 0 0 9.3z'],
  ['#ea4335', 'M12 5.8c1.5 0 2.9.5 4 1.6l3-3A10.3 10.3 0 0 0 2.7 7.3L6.2 10A6.1 6.1 0 0 1 12 5.8z'],
] as const

/** A provider's logo; nothing for a provider without one. */
export function ProviderMark({ id }: { id: string }) {
  if (id !== 'github' && id !== 'google') return null
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 flex-none">
      {id === 'github' ? (
        <path fill="currentColor" d={GITHUB} />
      ) : (
        GOOGLE.map(([color, path]) => <path key={color} fill={color} d={path} />)
      )}
    </svg>
  )
}
