import { afterEach } from 'vitest'
import { toast } from '#base/ui/toast/toaster.tsx'
import '#noun-words.ts'
import '#styles.css'

// As the server writes it into every page.
document.documentElement.lang = 'en'

// Toasts outlive the page that showed them: those of one test would be on the page of the next.
afterEach(() => void toast.dismiss())
