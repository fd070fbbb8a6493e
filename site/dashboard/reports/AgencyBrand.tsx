import { ImageUp, Palette, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import { parseColor, DEFAULT_BRAND, MARK_ALT, type ReportBrand } from '#shared/reports/brand.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { showDialog } from '#site/dashboard/shared/open-dialog.ts'
import { Button } from '#site/ui/Button.tsx'
import { FormModal, useSaving } from '#site/ui/dialogs/FormModal.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { FileField } from '#site/ui/fields/FileField.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { $brand, saveBrand } from './store.ts'

/** The agency's logo and colours on the reports of all clients, for administrators. */
export function AgencyBrand() {
  return (
    <section aria-labelledby="agency-brand" className="rounded-box border border-base-300 bg-raised p-4">
      <h2 id="agency-brand" className="mb-1 text-base">
        Your mark and colours
      </h2>
      <Loaded store={$brand} loading={<Skeleton className="h-16 w-full" />}>
        {brand => (
          <div className="grid justify-items-start gap-3 text-sm">
            <p className="text-soft">On the reports of all clients.</p>
            {brand.mark && <Mark src={brand.mark} />}
            <Button small icon={<Palette />} onClick={() => showDialog(BrandDialog, { brand })}>
              {brand.mark ? 'Change' : 'Add your mark'}
            </Button>
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** On white, as on the report. */
const Mark = ({ src }: { src: string }) => (
  <span className="inline-block rounded-field border border-base-300 bg-paper p-2">
    <img src={src} alt={MARK_ALT} className="max-h-11 max-w-64" />
  </span>
)

function BrandDialog({ brand, onClose }: { brand: ReportBrand; onClose: () => void }) {
  const [color, setColor] = useState(brand.color)
  const [accent, setAccent] = useState(brand.accent)
  /** Undefined while the mark is unchanged, null if it is to be removed. */
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>()
  const file = chosen === undefined ? undefined : (chosen?.file ?? null)
  const saving = useSaving(() => saveBrand({ color, accent, file }), onClose)
  const fields = saving.form.errors
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen])
  const mark = chosen === undefined ? brand.mark : (chosen?.url ?? null)
  return (
    <FormModal
      {...saving}
      title="Your mark and colours"
      submit="Save"
      intro="They replace ours on each report that isn’t released: on the screen, behind its link and in the PDF."
    >
      <FileField
        label="Choose your mark"
        accept="image/*"
        icon={<ImageUp className="size-6 shrink-0" strokeWidth={1.75} />}
        title="Choose your mark"
        hint="A PNG or JPG of your logo. It is shown on white."
        error={fields.mark}
        className="flex items-center gap-3 px-5 py-4"
        onFile={file => setChosen({ file, url: URL.createObjectURL(file) })}
      />
      {mark !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <Mark src={mark} />
          <Button small variant="quiet" icon={<Trash2 />} onClick={() => setChosen(null)}>
            Remove
          </Button>
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <ColorField label="Headings and charts" value={color} error={fields.color} onChange={setColor} />
        <ColorField label="Accent" value={accent} error={fields.accent} onChange={setAccent} />
      </div>
    </FormModal>
  )
}

type ColorProps = { label: string; value: string; error?: string; onChange: (color: string) => void }

/** A colour to type or to choose. */
const ColorField = ({ label, value, error, onChange }: ColorProps) => (
  <Field label={label} error={error}>
    {control => (
      <span className="flex items-center gap-3">
        <input
          type="color"
          aria-label={`${label}: choose a colour`}
          value={parseColor(value) ?? DEFAULT_BRAND.color}
          onChange={event => onChange(event.target.value)}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-field border border-edge bg-raised p-1"
        />
        <input
          {...control}
          type="text"
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={event => onChange(event.target.value)}
          className="input tabular-nums"
        />
      </span>
    )}
  </Field>
)
