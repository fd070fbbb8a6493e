import forms from '#site/styles/forms.css?inline'

const isHere = () => getComputedStyle(document.documentElement).getPropertyValue('--forms') === '1'

/** Brings the forms' looks to a page that opened without them, before the first of them is drawn. */
if (typeof document !== 'undefined' && !isHere()) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(forms)
  document.adoptedStyleSheets.push(sheet)
}
