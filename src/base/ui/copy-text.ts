/** Copies a text. Without HTTPS or permission that fails: then it selects the element that shows the text, and throws. */
export async function copyText(text: string, shown: Element | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    if (shown) getSelection()?.selectAllChildren(shown)
    throw cause
  }
}
