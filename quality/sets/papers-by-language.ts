/** How papers of a language call a thing, how schemas ask for it, and how a sentence says it (`*` is the value). */
export interface Thing {
  labels: readonly string[];
  names: readonly string[];
  said: readonly string[];
}

export type Language = 'en' | 'de' | 'fr' | 'es';

/** `labels; names; sentences`, each parted by bars. */
const things = (table: string): Map<string, Thing> =>
  new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [key = '', labels = '', names = '', said = ''] = line.split(';').map((part) => part.trim());
        const [words, properties, sentences] = [labels, names, said].map((part) =>
          part.split('|').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])),
        );
        return [key, { labels: words ?? [], names: properties ?? [], said: sentences ?? [] }];
      }),
  );

export const thingsOf: Record<Language, ReadonlyMap<string, Thing>> = {
  en: things(`
number; Invoice no. | Invoice number | Bill no. | Reference; invoice_number | bill_number | reference
client; Customer no. | Account number | Your account; customer_number | account_number
date; Date | Invoice date | Issued | Date of issue; date | invoice_date | issued_on
due; Due date | Payment due | Pay by | Due by; due_date | payable_by | payment_deadline; Please pay by *. | Payment is due on *.
delivered; Delivery date | Delivered on | Date of supply; delivery_date | delivered_on; The goods arrived on *. | We delivered on *.
seller; From | Supplier | Seller; seller | supplier | vendor | issuer
buyer; To | Bill to | Customer | Sold to | Client; buyer | customer | client | recipient | bill_to
net; Subtotal | Net | Total excl. VAT | Net amount; net | net_total | subtotal | net_amount; The net amount is *.
tax; VAT | VAT 20 % | Tax | plus VAT; vat | tax | vat_amount | tax_amount
total; Total | Amount due | Total incl. VAT | Grand total | Balance due | To pay; total | amount_due | gross_total | total_amount | invoice_total; The total is *.
shipping; Shipping | Delivery charge | Postage; shipping | delivery_cost | postage
advance; Advance payment | Already paid | Paid on account; advance_payment | amount_already_paid
begin; Start | Begins | From; start_date | begin | valid_from; It begins on *. | The agreement takes effect on *.
end; End | Ends | Until; end_date | valid_until | ends_on; It ends on *. | It expires on *.
signed; Signed | Date of signature; signed_on | signature_date; It was signed on *.
rent; Rent | Monthly rent; rent | monthly_rent; The rent is * a month. | The tenant pays * each month.
deposit; Deposit | Security deposit; deposit | security_deposit; A deposit of * is paid before the keys are handed over.
heating; Heating | Service charge; heating_costs | service_charge; Heating costs another * a month.
fine; Late fee | Penalty; late_fee | penalty; Whoever pays late owes a fee of *.
landlord; Landlord | Lessor; landlord | lessor
tenant; Tenant | Lessee; tenant | lessee
rooms; Rooms | Number of rooms; rooms | number_of_rooms; The flat has * rooms.
area; Area | Living space; area_m2 | living_area; It measures * square metres.
weeks; Notice | Period of notice; notice_weeks | notice_period; Either side may give * weeks' notice.
price; Price | Cost | Unit price; price | cost
stock; In stock | Stock | Quantity; stock | quantity | units
length; Length (cm) | Length; length | length_cm
code; Item no. | Article; item_number | article_number`),
  de: things(`
number; Rechnungsnummer | Rechnung Nr. | Beleg-Nr. | Rechnungs-Nr.; rechnungsnummer | belegnummer | invoice_number
client; Kundennummer | Kunden-Nr. | Ihre Kundennr.; kundennummer | customer_number
date; Datum | Rechnungsdatum | Ausgestellt am; datum | rechnungsdatum | ausstellungsdatum | invoice_date
due; Fällig am | Zahlbar bis | Zahlungsziel; faellig_am | fälligkeitsdatum | zahlbar_bis | due_date; Bitte zahlen Sie bis zum *. | Der Betrag ist am * fällig.
delivered; Lieferdatum | Geliefert am | Leistungsdatum; lieferdatum | leistungsdatum | geliefert_am | delivery_date; Die Ware kam am * an. | Geliefert haben wir am *.
seller; Von | Lieferant | Verkäufer; verkaeufer | lieferant | aussteller | seller
buyer; An | Kunde | Empfänger | Rechnung an | Auftraggeber; kunde | kaeufer | empfaenger | auftraggeber | customer
net; Netto | Nettobetrag | Zwischensumme | Summe netto; netto | nettobetrag | nettosumme | net; Netto sind es *.
tax; MwSt. | USt 19 % | Umsatzsteuer | zzgl. MwSt.; mwst | umsatzsteuer | steuerbetrag | vat
total; Gesamt | Gesamtbetrag | Rechnungsbetrag | Zu zahlen | Brutto | Endbetrag; gesamtbetrag | rechnungsbetrag | bruttobetrag | summe | total; Insgesamt macht das *.
shipping; Versand | Versandkosten | Porto; versandkosten | porto | shipping
advance; Anzahlung | Bereits gezahlt; anzahlung | bereits_gezahlt | advance_payment
begin; Beginn | Gültig ab | Ab; beginn | vertragsbeginn | gueltig_ab | start_date; Der Vertrag beginnt am *. | Er gilt ab dem *.
end; Ende | Gültig bis | Bis; ende | vertragsende | gueltig_bis | end_date; Er endet am *. | Der Vertrag läuft am * aus.
signed; Unterschrieben am | Abgeschlossen am; unterschrieben_am | abschlussdatum | signed_on; Unterschrieben wurde am *.
rent; Miete | Monatsmiete | Kaltmiete; miete | monatsmiete | kaltmiete | rent; Die Miete beträgt * im Monat.
deposit; Kaution | Mietkaution; kaution | mietkaution | deposit; Als Kaution sind * zu hinterlegen.
heating; Heizkosten | Nebenkosten; heizkosten | nebenkosten; Dazu kommen * für die Heizung.
fine; Mahngebühr | Vertragsstrafe; mahngebuehr | vertragsstrafe; Wer zu spät zahlt, schuldet eine Gebühr von *.
landlord; Vermieter | Vermieterin; vermieter | vermieterin | landlord
tenant; Mieter | Mieterin; mieter | mieterin | tenant
rooms; Zimmer | Anzahl Zimmer; zimmer | anzahl_zimmer; Die Wohnung hat * Zimmer.
area; Fläche | Wohnfläche; flaeche | wohnflaeche_m2; Sie misst * Quadratmeter.
weeks; Kündigungsfrist; kuendigungsfrist_wochen | kuendigungsfrist; Gekündigt werden kann mit einer Frist von * Wochen.
price; Preis | Einzelpreis | Kosten; preis | kosten | price
stock; Bestand | Menge | Vorrat; bestand | menge | stock
length; Länge (cm) | Länge; laenge | laenge_cm
code; Artikelnr. | Art.-Nr.; artikelnummer | item_number`),
  fr: things(`
number; Facture n° | Numéro de facture | N° de facture; numero_facture | numero_de_facture | invoice_number
client; N° client | Code client; numero_client | code_client | customer_number
date; Date | Date de facture | Émise le; date | date_facture | date_emission | invoice_date
due; Échéance | À payer avant le | Date limite de paiement; echeance | date_echeance | date_limite | due_date; Merci de régler avant le *. | Le paiement est dû le *.
delivered; Date de livraison | Livré le; date_livraison | livre_le | delivery_date; La livraison a eu lieu le *.
seller; De | Fournisseur | Vendeur; vendeur | fournisseur | emetteur | seller
buyer; À | Client | Destinataire | Facturé à; client | acheteur | destinataire | customer
net; Total HT | Montant HT | Sous-total; total_ht | montant_ht | net; Le montant hors taxes est de *.
tax; TVA | TVA 20 % | Taxe; tva | montant_tva | vat
total; Total TTC | Net à payer | Montant TTC | À payer | Total; total_ttc | montant_ttc | montant_total | total; Au total, cela fait *.
shipping; Frais de port | Livraison; frais_de_port | frais_livraison | shipping
advance; Acompte | Déjà versé; acompte | deja_verse | advance_payment
begin; Début | À compter du | Valable dès le; debut | date_debut | valable_des | start_date; Le contrat commence le *. | Il prend effet le *.
end; Fin | Jusqu'au | Valable jusqu'au; fin | date_fin | valable_jusqu_au | end_date; Il se termine le *. | Il expire le *.
signed; Signé le | Date de signature; signe_le | date_signature | signed_on; Il a été signé le *.
rent; Loyer | Loyer mensuel; loyer | loyer_mensuel | rent; Le loyer est de * par mois.
deposit; Caution | Dépôt de garantie; caution | depot_de_garantie | deposit; Une caution de * est versée à l'entrée.
heating; Chauffage | Charges; charges | chauffage; Les charges sont de * par mois.
fine; Pénalité | Frais de retard; penalite | frais_de_retard; Tout retard coûte *.
landlord; Bailleur | Propriétaire; bailleur | proprietaire | landlord
tenant; Locataire | Preneur; locataire | preneur | tenant
rooms; Pièces | Nombre de pièces; pieces | nombre_de_pieces; Le logement compte * pièces.
area; Surface | Superficie; surface_m2 | superficie; Il mesure * mètres carrés.
weeks; Préavis; preavis_semaines | preavis; Le préavis est de * semaines.
price; Prix | Prix unitaire | Tarif; prix | tarif | price
stock; Stock | Quantité | En stock; stock | quantite
length; Longueur (cm) | Longueur; longueur | longueur_cm
code; Réf. | Référence; reference | reference_article`),
  es: things(`
number; Factura n.º | Número de factura | Factura nº; numero_factura | numero_de_factura | invoice_number
client; N.º de cliente | Código de cliente; numero_cliente | codigo_cliente | customer_number
date; Fecha | Fecha de factura | Emitida el; fecha | fecha_factura | fecha_emision | invoice_date
due; Vencimiento | Vence el | Pagar antes del; vencimiento | fecha_vencimiento | fecha_limite | due_date; Rogamos el pago antes del *. | El importe vence el *.
delivered; Fecha de entrega | Entregado el; fecha_entrega | entregado_el | delivery_date; La entrega fue el *.
seller; De | Proveedor | Vendedor; vendedor | proveedor | emisor | seller
buyer; Para | Cliente | Destinatario | Facturar a; cliente | comprador | destinatario | customer
net; Base imponible | Subtotal | Importe neto; base_imponible | subtotal | importe_neto | net; El importe sin IVA es de *.
tax; IVA | IVA 21 % | Impuesto; iva | cuota_iva | vat
total; Total | Total a pagar | Importe total | Total con IVA; total | total_a_pagar | importe_total; En total son *.
shipping; Gastos de envío | Portes; gastos_de_envio | portes | shipping
advance; Anticipo | Ya pagado; anticipo | ya_pagado | advance_payment
begin; Inicio | Desde | Válido desde; inicio | fecha_inicio | valido_desde | start_date; El contrato empieza el *. | Entra en vigor el *.
end; Fin | Hasta | Válido hasta; fin | fecha_fin | valido_hasta | end_date; Termina el *. | Caduca el *.
signed; Firmado el | Fecha de firma; firmado_el | fecha_firma | signed_on; Se firmó el *.
rent; Alquiler | Renta mensual; alquiler | renta_mensual | rent; El alquiler es de * al mes.
deposit; Fianza | Depósito; fianza | deposito | deposit; Se entrega una fianza de *.
heating; Calefacción | Gastos de comunidad; calefaccion | gastos_comunidad; La calefacción cuesta * al mes.
fine; Recargo | Penalización; recargo | penalizacion; Por retraso se cobran *.
landlord; Arrendador | Propietario; arrendador | propietario | landlord
tenant; Arrendatario | Inquilino; arrendatario | inquilino | tenant
rooms; Habitaciones | N.º de habitaciones; habitaciones | numero_de_habitaciones; El piso tiene * habitaciones.
area; Superficie | Metros; superficie_m2 | superficie; Mide * metros cuadrados.
weeks; Preaviso; preaviso_semanas | preaviso; El preaviso es de * semanas.
price; Precio | Precio unitario | Tarifa; precio | tarifa | price
stock; Existencias | Cantidad | Stock; existencias | cantidad | stock
length; Largo (cm) | Longitud; largo | longitud_cm
code; Ref. | Código; referencia | codigo_articulo`),
};

export const monthsOf: Record<Language, readonly string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
};

/** What is bought or listed. */
export const goodsOf: Record<Language, readonly string[]> = {
  en: ['Shelf', 'Lamp', 'Work table', 'Carpet', 'Bucket', 'Rake', 'Mirror', 'Wall clock', 'Drill', 'Blanket'],
  de: ['Regal', 'Leuchte', 'Arbeitstisch', 'Teppich', 'Eimer', 'Rechen', 'Spiegel', 'Wanduhr', 'Bohrer', 'Decke'],
  fr: ['Étagère', 'Lampe', 'Établi', 'Tapis', 'Seau', 'Râteau', 'Miroir', 'Horloge', 'Perceuse', 'Couverture'],
  es: ['Estante', 'Lámpara', 'Banco', 'Alfombra', 'Cubo', 'Rastrillo', 'Espejo', 'Reloj', 'Taladro', 'Manta'],
};

export const firmsOf: Record<Language, readonly string[]> = {
  en: ['Larkfield Supplies Ltd', 'Ashby & Crane', 'Holloway Glass', 'Tarn Street Bakery', 'Pinder Roofing Ltd'],
  de: ['Wiesner Holzbau GmbH', 'Blumen Ackermann', 'Druckerei Lenz KG', 'Elektro Sander', 'Stadtwerke Ahlen'],
  fr: ['Garage Perrin SARL', 'Les Ateliers du Port', 'Peinture Morel', 'Épicerie Lambert', 'Transports Duval SAS'],
  es: ['Talleres Ribera S.L.', 'Carpintería Solana', 'Gráficas del Norte S.A.', 'Frutas Herrero', 'Librería Almena'],
};

export const peopleOf: Record<Language, readonly string[]> = {
  en: ['Harriet Boone', 'Miles Egerton', 'Sana Qureshi', 'Douglas Penn', 'Ivy Marlow'],
  de: ['Katrin Vogt', 'Bernd Lüders', 'Silke Arnold', 'Erkan Yilmaz', 'Greta Hoppe'],
  fr: ['Camille Roux', 'Julien Mercier', 'Aline Garnier', 'Karim Benali', 'Odette Faure'],
  es: ['Lucía Navarro', 'Tomás Iglesias', 'Carmen Soler', 'Diego Pardo', 'Elena Campos'],
};

export const townsOf: Record<Language, readonly string[]> = {
  en: ['14 Sedge Lane, Lincoln LN2 4RT', '3 Quay Road, Whitby YO21 1QW'],
  de: ['Lindenweg 7, 34117 Kassel', 'Am Anger 12, 99084 Erfurt'],
  fr: ['5 rue du Moulin, 35000 Rennes', '22 avenue Pasteur, 69003 Lyon'],
  es: ['Calle Mayor 18, 50001 Zaragoza', 'Avenida del Puerto 4, 46021 Valencia'],
};
