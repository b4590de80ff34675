import { textOn } from "../../src/kit/pure/colour.ts"
import { initialsOf } from "../../src/kit/pure/initials.ts"

/** The top of a page for payers, in a preview: the logo, or the initials in the colour of the business, and its name. */
export const BrandHead = ({ name, logo, colour }: { name: string; logo: string | null; colour: string }) => (
  <div className="flex items-center gap-2.5">
    {logo ? (
      <img src={logo} alt="" className="max-h-9 max-w-28" />
    ) : (
      <span
        aria-hidden
        className="grid size-9 place-items-center rounded-lg text-xs font-semibold"
        style={{ backgroundColor: colour, color: textOn(colour) }}
      >
        {initialsOf(name)}
      </span>
    )}
    <span className="min-w-0 truncate font-semibold">{name}</span>
  </div>
)
