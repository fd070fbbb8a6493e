import forms from '#site/styles/forms.css?inline'

const isHere = () => getComputedStyle(document.documentElement).getPropertyValue('--forms') === '1'

/** Loads the forms' styles into a page that opened without them, before the first form renders. */
if (typeof document !== 'undefined' && !isHere()) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(forms)
  document.adoptedStyleSheets.push(sheet)
}
