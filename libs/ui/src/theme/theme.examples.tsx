import { Grid } from '../layout/layout.tsx';
import { colour, palette, type ColourToken } from './theme.tsx';

/** Every colour of the palette with its name, in the viewer's colour scheme. */
export const examples = {
  Palette: (
    <Grid $min="10rem" $gap={8}>
      {(Object.keys(palette) as ColourToken[]).map((name) => (
        <div key={name}>
          <div style={{ height: '3rem', background: colour(name), border: `1px solid ${colour('line-strong')}` }} />
          {name}
        </div>
      ))}
    </Grid>
  ),
};
