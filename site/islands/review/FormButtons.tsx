/** @jsxImportSource preact */
type FormButtonsProps = { submit: string; busy?: boolean; onBack: () => void }

/** The buttons below a form of the review page. */
export const FormButtons = ({ submit, busy, onBack }: FormButtonsProps) => (
  <div class="flex flex-wrap gap-2">
    <button type="submit" class="btn btn-primary grow" aria-disabled={busy}>
      {submit}
    </button>
    <button type="button" class="btn grow border-edge bg-raised" onClick={onBack}>
      Back
    </button>
  </div>
)
