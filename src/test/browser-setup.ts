import '#styles.css'

// As the server writes it into every page.
document.documentElement.lang = 'en'
