// The 'What Our Customers Say' section.
import { type ReactNode, useId } from 'react';
import type { Testimonial } from '../../../shop/catalogue/product.ts';
import { classNames } from '../class-names.ts';
import layout from '../layout/layout.module.css';
import { Title } from '../layout/title.tsx';
import { Stars } from './stars.tsx';
import s from './testimonials.module.css';

interface TestimonialsProps {
  testimonials: readonly Testimonial[];
  /** A picture, before them. */
  children?: ReactNode;
  className?: string | undefined;
}

export function Testimonials({ testimonials, children, className }: TestimonialsProps) {
  const id = useId();
  return (
    <section className={classNames(layout.section, layout.paper)} aria-labelledby={id}>
      <div className={layout.wrap}>
        <Title level={2} id={id}>
          What Our Customers Say
        </Title>
        <div className={classNames(s.testimonials, className)}>
          {children}
          {testimonials.map(({ words, name, occasion }) => (
            <figure key={name}>
              <Stars rating={5} />
              <blockquote>{`“${words}”`}</blockquote>
              <figcaption>
                <b>{name}</b>
                <span>{occasion}</span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
