/** Given names that are common where English, German, Spanish and French are spoken. Those that are words as well stand in `alsoWords`. */
export const givenNames: ReadonlySet<string> = new Set(
  `Aaron Adam Adrian Adriana Agnes Ahmed Aisha Alan Albert Alberto Alejandra Alejandro Alessandro Alex Alexander Alexandra Alexandre Alexis Alfred
Ali Alice Alicia Alina Allison Amanda Amélie Amina Amir Amy Ana Anaïs Andre Andrea Andreas Andrew Andrés André Angela Angélica Anita Anja Anke Ann
Anna Annalena Anne Annette Annika Anthony Anton Antonia Antonio Antoine Antje Aoife Arthur Arturo Astrid Audrey Aurélie Axel Barbara Bastian Bastien
Beate Beatrice Beatriz Ben Benedikt Benjamin Benoît Bernard Bernd Bettina Birgit Björn Blanca Boris Brandon Brenda Brian Brigitte Bruno Camila Camille
Carina Carl Carla Carlos Carmen Caroline Carolina Catalina Catherine Cecilia Céline Charles Charlotte Chiara Chloé Chloe Christa Christelle Christian
Christiane Christina Christine Christoph Christophe Christopher Clara Clarissa Claudia Claudio Claire Clément Constance Cornelia Cristina Daniel
Daniela Danielle David Deborah Delphine Denise Dennis Derek Diana Didier Diego Dieter Dirk Dmitri Dominik Dominique Donald Donna Dorothea Dorothy
Douglas Dylan Eduardo Edward Edith Eleanor Elena Eleonore Eliana Elias Elisa Elisabeth Elizabeth Élodie Ella Elke Ellen Elsa Emil Emilia Emiliano
Emilie Émilie Emily Emma Enrique Eric Erica Erik Erika Ernesto Ernst Esteban Esther Ethan Eugenia Eva Evelyn Fabian Fabienne Fabrice Fatima Federico
Felipe Felix Fernanda Fernando Finn Fiona Florence Florian Francesca Francis Francisco Franck François Françoise Frank Franz Franziska Fred Frederik
Frédéric Friederike Friedrich Fritz Gabriel Gabriela Gabriele Gareth Gary Geoffrey Georg George Georgina Gérard Gerald Gerhard Gerd Gertrud Gilles
Gisela Giulia Gloria Gonzalo Gregor Gregory Greta Guadalupe Guillaume Guillermo Günter Günther Gustavo Hannah Hanna Hannelore Hans Harald Harold Harry
Hartmut Heather Heidi Heike Heiko Heinrich Heinz Helen Helena Helga Helmut Henri Henrik Henry Herbert Hermann Hilda Holger Horst Hugo Ian Ibrahim
Ignacio Ilse Ines Inés Inga Ingo Ingrid Irene Iris Irina Isabel Isabella Isabelle Ivan Iván Jack Jacob Jacqueline Jacques Jaime Jakob James Jan Jana
Jane Janet Janine Jasmin Jason Javier Jean Jeanne Jeffrey Jenna Jennifer Jens Jeremy Jérôme Jessica Jesús Jill Joachim Joan Joanna João Joaquín Jochen
Joel Johan Johanna Johannes John Jonas Jonathan Jordi Jorge Jörg José Jose Josef Joseph Josefa Josephine Joshua Josué Juan Juana Judith Julia Julian
Juliana Julián Julie Julien Juliette Julio Jürgen Justin Jutta Kai Karen Karin Karina Karl Karla Karsten Katarina Kate Katharina Katherine Kathleen
Kathrin Katja Katrin Kayla Keith Kelly Kenneth Kerstin Kevin Kim Kimberly Kirsten Klara Klaus Konrad Konstantin Kristin Kurt Kyle Lara Larry Lars Latif
Laura Laurence Laurent Lea Léa Leah Lena Lennart Leo Leon Leonard Leonie Leonardo Leticia Liam Lilian Lilly Linda Linus Lisa Lise Lorena Lorenzo Louis
Louisa Louise Luc Luca Lucas Lucía Lucia Lucie Ludwig Luis Luisa Lukas Luke Lutz Lydia Mads Magda Magdalena Maike Malik Manfred Manon Manuel Manuela
Marc Marcel Marco Marcos Marcus Margaret Margarita Margot Maria María Mariana Marianne Marie Marina Mario Marion Marisol Marius Mariya Markus Marlene
Marta Martha Martin Martín Martina Mateo Mathias Mathieu Mathilde Matilda Matteo Matthew Matthias Matthieu Maurice Max Maximilian Maxime Megan Mehmet
Meike Melanie Melissa Mercedes Michael Michaela Michel Michele Michèle Michelle Miguel Mike Mila Miriam Mohamed Mohammed Moritz Monica Mónica Monika
Monique Muhammad Muriel Nadia Nadine Nancy Natalia Natalie Nathalie Nathan Nelly Nicholas Nick Nicola Nicolás Nicolas Nicole Niklas Nils Nina Noah Noemí
Nora Norbert Oliver Olivia Olivier Oscar Óscar Osman Otto Owen Pablo Paloma Pamela Pascal Patricia Patrick Paul Paula Pauline Pedro Peter Petra Philip
Philipp Philippe Pierre Pilar Priya Quentin Rachel Rafael Raimund Rainer Ralf Ramón Raphaël Raquel Raúl Rebecca Regina Reinhard Renate Renaud René Ricardo
Richard Rita Robert Roberto Robin Rocío Rodrigo Roger Roland Rolf Romain Roman Ronald Rosalind Rosa Rosemarie Rubén Rudolf Ruth Ryan Sabine Sabrina Salma
Salvador Samantha Samir Samuel Sandra Sandrine Santiago Sara Sarah Sascha Scott Sean Sebastian Sébastien Sergio Severin Shannon Sharon Sigrid Silke Silvia
Simon Simone Sofia Sofía Solène Sonia Sonja Sophia Sophie Stacey Stefan Stefanie Steffen Stella Stéphane Stéphanie Stephan Stephanie Stephen Steve Steven
Sunita Susan Susana Susanne Svenja Sven Swantje Sylvie Tamara Tania Tanja Tariq Tatjana Teresa Théo Theodor Theresa Thérèse Thierry Thomas Thorsten Tilman
Tim Timothy Tina Tobias Tom Tomás Torsten Tristan Uli Ulrich Ulrike Ursula Ute Uwe Valentin Valentina Valérie Vanessa Vera Verena Verónica Veronika Véronique
Vicente Victor Víctor Victoria Viktor Vincent Violeta Virginia Virginie Viviana Volker Waltraud Walter Wanda Werner Wilhelm William Wolfgang Xavier Ximena
Yannick Yasmin Yolanda Yusuf Yves Yvonne Zoe Zoé`.split(/\s+/),
);

/** Given names that are places or ordinary words: a surname must follow them, or a greeting stand before them. */
export const alsoWords: ReadonlySet<string> = new Set(
  `Abril Amber April August Austin Autumn Bill Brooke Carter Chance Charlotte Chelsea China Clemens Crystal Dakota Dawn Diamond Dolores Ernst Esperanza Faith Florence
Francis Frank Franz Gloria Grace Grant Harmony Hazel Heather Heinrich Hope Hunter Iris Ivy Jack Jade Jasmin Jean Jordan Joy June Kelly Kim Leo Lily Lourdes Madison Margot Mark
Mason May Melody Mercedes Mercy Miles Olive Olivia Paris Patience Patrick Pearl Penny Pilar Ray Reed Regina Rich Rob Robin Rocío Rosa Rose Ruby Salvador Santiago Savannah
Sierra Sky Sofia Sofía Soledad Stella Summer Sydney Valentin Victoria Violet Violeta Virginia Will Wolf`.split(/\s+/),
);
